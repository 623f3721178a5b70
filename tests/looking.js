// Run in the page by looking.py: what a critical eye finds at this width, as sentences.
() => {
  const faults = [];
  const everything = [...document.body.querySelectorAll("*:not(svg *, [role=grid] *, .board > .squares)")];
  const wide = document.documentElement.clientWidth;
  const high = document.documentElement.clientHeight;

  const name = (one) => {
    const words = one.getAttribute("aria-label") || one.textContent.trim().slice(0, 40);
    return `${one.tagName.toLowerCase()}.${one.className?.baseVal ?? one.className} "${words}"`;
  };

  // For screen readers alone, or until it has the focus.
  const isUnseen = (one) => {
    const { position, overflow } = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    const isOutside = box.right < 0 || box.bottom < 0;
    const isTiny = overflow !== "visible" && box.width < 2 && box.height < 2;
    return position === "absolute" && (isOutside || isTiny);
  };
  const unseen = everything.filter(isUnseen);
  const dialog = document.querySelector("dialog[open]"); // all else lies behind it
  const seen = everything.filter(
    (one) =>
      one.checkVisibility({ checkOpacity: true, visibilityProperty: true }) &&
      !unseen.some((other) => other.contains(one)) &&
      (!dialog || dialog.contains(one)),
  );

  // What has a place of its own in front, such as a menu or a sheet, may lie over the rest.
  const isInFront = (one) => {
    const { zIndex } = getComputedStyle(one);
    return zIndex !== "auto"; // a child of a grid has one without a position, too
  };
  const inFront = seen.filter(isInFront);
  const layer = new Map(seen.map((one) => [one, inFront.filter((other) => other.contains(one)).at(-1)]));
  const mayCover = (one, other) => layer.get(one) !== layer.get(other);

  // The part of a box that is visible: panels scroll, and what is scrolled away is not there.
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowY);
  const scroller = (one) => one.parentElement?.closest(scrollers) ?? null;
  const marked = seen.filter(scrolls);
  const scrollers = "[data-scrolls]";
  for (const one of marked) one.dataset.scrolls = "";
  const visiblePart = (one, box) => {
    let { left, top, right, bottom } = box;
    for (let outer = scroller(one); outer; outer = scroller(outer)) {
      const hole = outer.getBoundingClientRect();
      left = Math.max(left, hole.left);
      top = Math.max(top, hole.top);
      right = Math.min(right, hole.right);
      bottom = Math.min(bottom, hole.bottom);
    }
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };
  const isGone = (box) => box.width < 2 || box.height < 2;

  /** Whether two boxes have more than so many pixels in common, across and down. */
  const overlap = (a, b, across, down) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > across &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > down;
  const isPast = (box) => box.left < -0.5 || box.right > wide + 0.5 || box.top < -0.5 || box.bottom > high + 0.5;

  if (document.documentElement.scrollWidth > wide) faults.push("it scrolls sideways");
  if (document.documentElement.scrollHeight > high) faults.push("the window scrolls");
  for (const one of marked) {
    if (one.scrollWidth > one.clientWidth + 1) faults.push(`it scrolls sideways: ${name(one)}`);
    if (one.scrollHeight > one.clientHeight + 1 && visiblePart(one, one.getBoundingClientRect()).height < 24) {
      const outer = scroller(one);
      if (!outer) faults.push(`no room to scroll: ${name(one)}`);
    }
  }

  // -- controls: inside the window, none over another --
  const controls = seen
    .filter((one) => one.matches("button, a[href], input, select, textarea, summary, [role=grid]"))
    .map((one) => [one, visiblePart(one, one.getBoundingClientRect()), one.getBoundingClientRect()])
    .filter(([, part]) => !isGone(part));
  controls.forEach(([one, box, whole], k) => {
    if (isPast(box)) faults.push(`past the edge: ${name(one)}`);
    const side = Math.min(whole.width, whole.height);
    if (side < 13 && !one.matches("[role=grid]")) faults.push(`tiny: ${name(one)}`);
    for (const [other, otherBox] of controls.slice(k + 1)) {
      if (overlap(box, otherBox, 1.5, 1.5) && !one.contains(other) && !mayCover(one, other)) {
        faults.push(`overlap: ${name(one)} and ${name(other)}`);
      }
    }
  });

  // -- text: inside the window and its box, none over another or over a control --
  const texts = [];
  for (const one of seen.filter((each) => !each.matches("option, style, title"))) {
    for (const node of one.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        const part = visiblePart(one, box);
        if (box.width >= 2 && !isGone(part)) texts.push([one, part]);
      }
    }
  }
  texts.forEach(([one, box], k) => {
    if (isPast(box)) faults.push(`text past the edge: ${name(one)}`);
    for (const [other, otherBox] of texts.slice(k + 1)) {
      if (overlap(box, otherBox, 2, 4) && one !== other && !mayCover(one, other)) {
        faults.push(`text over text: ${name(one)} and ${name(other)}`);
      }
    }
    for (const [other, otherBox] of controls) {
      const isItsOwn = one.contains(other) || other.contains(one) || other.closest("label")?.contains(one);
      if (overlap(box, otherBox, 2, 4) && !isItsOwn && !mayCover(one, other)) {
        faults.push(`text over a control: ${name(one)} and ${name(other)}`);
      }
    }
  });
  for (const one of seen.filter((each) => !each.matches("input, select, textarea"))) {
    const { overflowX, overflowY } = getComputedStyle(one);
    const isWider = one.scrollWidth > one.clientWidth + 1;
    const holds = overflowX !== "visible" || one.matches("button");
    if (isWider && holds) faults.push(`cut at the side: ${name(one)}`);
    const clips = overflowY !== "visible" && overflowY !== "auto";
    if (clips && one.scrollHeight > one.clientHeight + 1) faults.push(`cut below: ${name(one)}`);
  }

  // -- fields: room for what is typed or chosen --
  const pen = document.createElement("canvas").getContext("2d");
  const isTyped = "input:not([type=range], [type=checkbox], [type=radio])";
  for (const one of seen.filter((each) => each.matches(isTyped))) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(one);
    pen.font = font;
    const words = one.value || one.placeholder;
    const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    if (pen.measureText(words).width > room + 1) faults.push(`no room for "${words}": ${name(one)}`);
  }
  // An empty select is as wide as its padding and its arrow. (A twin beside each would take seconds of layout.)
  const empty = document.createElement("select");
  Object.assign(empty.style, { position: "absolute", width: "max-content", minWidth: "0" });
  document.body.append(empty);
  const around = empty.offsetWidth;
  empty.remove();
  for (const one of seen.filter((each) => each.matches("select"))) {
    pen.font = getComputedStyle(one).font;
    const words = one.selectedOptions[0]?.textContent ?? "";
    const needed = pen.measureText(words).width + around;
    if (needed > one.offsetWidth + 1) faults.push(`no room for "${words}" in ${one.offsetWidth} pixels`);
  }
  for (const one of marked) delete one.dataset.scrolls;
  return [...new Set(faults)];
}
