/** Rows and columns, each with a slider and a number field. */

import { el } from "./dom.js";

/** The smallest number of rows or columns on the page: no smaller board has a tour worth watching. */
export const LEAST_SIDE = 3;
const DEFAULT_MOST = 60; // until the server has sent its limits

/** The largest number of rows or columns allowed. @param {{limits: Record<string, number>}} options */
export function mostSide(options) {
  return options.limits.most_side ?? DEFAULT_MOST;
}

/**
 * @param {{rows: number, cols: number, min: number, max: number,
 *   onChange: (size: {rows: number, cols: number}) => void}} how
 */
export function makeSizePicker({ rows, cols, min, max, onChange }) {
  const value = { rows, cols };
  const tell = () => onChange({ ...value });
  const side = (name, label) => makeSide(label, min, max, value[name], (now) => {
    value[name] = now;
    tell();
  }); // prettier-ignore
  const sides = { rows: side("rows", "Rows"), cols: side("cols", "Columns") };
  return {
    element: el("fieldset", { class: "size-picker" },
      el("legend", { text: "Board" }), sides.rows.element, sides.cols.element), // prettier-ignore
    get value() {
      return { ...value };
    },
    /** Show another size without calling `onChange`. @param {{rows: number, cols: number}} size */
    set(size) {
      Object.assign(value, size);
      sides.rows.set(size.rows);
      sides.cols.set(size.cols);
    },
    /** Set other limits. */
    setBounds(least, most) {
      sides.rows.setBounds(least, most);
      sides.cols.setBounds(least, most);
    },
  };
}

function makeSide(label, min, max, value, onChange) {
  const slider = el("input", { type: "range", min, max, step: 1, value, "aria-label": `${label}, slider` });
  const field = el("input", {
    type: "number", min, max, step: 1, value, inputmode: "numeric", "aria-label": label,
  }); // prettier-ignore
  const share = () => {
    slider.style.setProperty("--share", String((slider.value - slider.min) / (slider.max - slider.min || 1)));
  };
  const set = (now) => {
    slider.value = String(now);
    field.value = String(now);
    share();
  };
  slider.addEventListener("input", () => {
    field.value = slider.value;
    share();
    onChange(Number(slider.value));
  });
  // While the user is typing, the value may not be valid yet. It is used when it is, and corrected at the
  // end.
  field.addEventListener("input", () => {
    if (!field.checkValidity() || field.value === "") return;
    slider.value = field.value;
    share();
    onChange(Number(field.value));
  });
  field.addEventListener("change", () => {
    const wanted = Math.round(Number(field.value) || Number(slider.value));
    const now = Math.min(Number(field.max), Math.max(Number(field.min), wanted));
    const old = Number(slider.value);
    set(now);
    if (now !== old) onChange(now);
  });
  share();
  return {
    element: el(
      "div",
      { class: "side" },
      el("span", { class: "side-name", text: label, "aria-hidden": "true" }),
      slider,
      field,
    ),
    set,
    setBounds(least, most) {
      for (const input of [slider, field]) {
        input.min = String(least);
        input.max = String(most);
      }
      share();
    },
  };
}
