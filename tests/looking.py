"""Looking at a page as a critical person does: what is cut off, what lies over what, what scrolls sideways."""

_LOOK = r"""() => {
  const faults = [];
  const name = (one) => {
    const words = one.getAttribute("aria-label") || one.textContent.trim().slice(0, 40);
    return `${one.tagName.toLowerCase()}.${one.className?.baseVal ?? one.className} "${words}"`;
  };
  const isUnseen = (one) => {  // for screen readers alone, or until it has the focus
    const { position, overflow } = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    const gone = box.right < 0 || box.bottom + scrollY < 0 || (overflow !== "visible" && box.width < 2 && box.height < 2);
    return position === "absolute" && gone;
  };
  const apart = [...document.body.querySelectorAll("*:not(svg *, [role=grid] *)")].filter(isUnseen);
  const dialog = document.querySelector("dialog[open]"); // all else lies behind it
  const isSeen = (one) => one.checkVisibility({ checkOpacity: true, visibilityProperty: true })
    && !one.closest("svg, [role=grid] *") && !apart.some((other) => other.contains(one))
    && (!dialog || dialog.contains(one));
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide) {
    faults.push(`scrolls sideways: ${document.documentElement.scrollWidth} of ${wide}`);
  }
  const all = [...document.body.querySelectorAll("*:not(svg *, [role=grid] *)")].filter(isSeen);

  // Controls: inside the window, and none over another.
  const controls = all.filter((one) => one.matches("button, a[href], input, select, textarea, summary, [role=grid]"));
  const boxes = controls.map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width > 1);
  for (const [one, box] of boxes) {
    if (box.left < -0.5 || box.right > wide + 0.5) faults.push(`past the edge: ${name(one)}`);
    if (!one.matches("[role=grid]") && Math.min(box.width, box.height) < 13) faults.push(`tiny: ${name(one)}`);
  }
  const common = (a, b) => [
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  ];
  // What stays in view while the rest scrolls may lie over it.
  const staying = all.filter((one) => /sticky|fixed/.test(getComputedStyle(one).position));
  const stays = new Map(all.map((one) => [one, staying.find((other) => other.contains(one))]));
  const mayCover = (one, other) => stays.get(one) !== stays.get(other);
  const over = (a, b) => common(a, b).every((side) => side > 1.5);
  boxes.forEach(([one, box], k) => {
    for (const [other, otherBox] of boxes.slice(k + 1)) {
      if (over(box, otherBox) && !one.contains(other) && !mayCover(one, other)) faults.push(`overlap: ${name(one)} and ${name(other)}`);
    }
  });

  // Text: inside the window, inside its box, and none over another or over a control.
  const texts = [];
  for (const one of all) {
    for (const node of one.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent.trim() || one.matches("option, style, title")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 2) continue;
        texts.push([one, box]);
        if (box.left < -0.5 || box.right > wide + 0.5) faults.push(`text past the edge: ${name(one)}`);
      }
    }
    const style = getComputedStyle(one);
    const clips = (axis) => style[axis] !== "visible" && !one.matches("input, select, textarea");
    if (clips("overflowX") && one.scrollWidth > one.clientWidth + 1) faults.push(`cut at the side: ${name(one)}`);
    if (clips("overflowY") && style.overflowY !== "auto" && one.scrollHeight > one.clientHeight + 1) {
      faults.push(`cut below: ${name(one)}`);
    }
    if (one.matches("button") && one.scrollWidth > one.clientWidth + 1) faults.push(`cut: ${name(one)}`);
  }
  const crosses = (a, b) => a.top < b.bottom && b.top < a.bottom && common(a, b)[0] > 2 && common(a, b)[1] > 4;
  texts.forEach(([one, box], k) => {
    for (const [other, otherBox] of texts.slice(k + 1)) {
      if (one !== other && crosses(box, otherBox) && !mayCover(one, other)) {
        faults.push(`text over text: ${name(one)} and ${name(other)}`);
      }
    }
    for (const [other, otherBox] of boxes) {
      if (crosses(box, otherBox) && !one.contains(other) && !other.contains(one) && !mayCover(one, other)
        && !other.closest("label")?.contains(one)) {
        faults.push(`text over a control: ${name(one)} and ${name(other)}`);
      }
    }
  });

  // What is typed or chosen has room in its field.
  const pen = document.createElement("canvas").getContext("2d");
  for (const one of all.filter((each) => each.matches("input:not([type=range], [type=checkbox], [type=radio])"))) {
    const style = getComputedStyle(one);
    pen.font = style.font;
    const words = one.value || one.placeholder;
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (pen.measureText(words).width > room + 1) faults.push(`no room for "${words}": ${name(one)}`);
  }
  for (const one of all.filter((each) => each.matches("select"))) {
    const twin = one.cloneNode(false); // as wide as what is chosen needs
    const words = one.selectedOptions[0]?.textContent ?? "";
    twin.append(new Option(words));
    Object.assign(twin.style, { position: "absolute", width: "max-content", minWidth: "0", maxWidth: "none" });
    one.after(twin);
    const needed = twin.offsetWidth;
    twin.remove();
    if (needed > one.offsetWidth + 1) faults.push(`no room for "${words}": ${needed} of ${one.offsetWidth} pixels`);
  }
  return [...new Set(faults)];
}"""


def faults_seen(page):
    """What a critical eye finds at this width, as sentences; nothing if all is well."""
    return page.evaluate(_LOOK)


def box_of(locator):
    """Where something stands on the page, wherever that is scrolled to, in whole pixels."""
    return locator.evaluate(
        "(one) => { const box = one.getBoundingClientRect();"
        " return [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round); }"
    )


def violations(page):
    """What axe-core finds wrong, one line each."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{one['impact']}: {one['id']}: {one['help']}: {node['target']} {node['any'][:1]}"
        for one in found
        for node in one["nodes"]
    ]
