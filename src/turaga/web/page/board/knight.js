/** The knight, drawn for this page in a square of 100 by 100 around its centre: a head on a base. */

export const KNIGHT_HEIGHT = 100;

/** The outline, for filling. */
export const KNIGHT_BODY =
  "M-24 40C-26 33-23 28-18 24C-17 13-10 6-3-1C2-6 4-10 3-15C-3-10-9-8-16-7C-18-3-21 1-25 3C-29 5-34 3-36-2" +
  "C-37-6-35-10-32-13C-28-21-24-28-17-32C-16-37-15-41-13-46C-8-43-4-40-2-36C16-36 29-23 32-5C34 6 33 16 31 24" +
  "C35 28 36 34 35 40C35 43 33 44 31 44L-20 44C-22 44-24 43-24 40Z";

/** The eye and the nostril, for filling, and the mane and the base, for lines, on top of the outline. */
export const KNIGHT_EYE =
  "M-17-21A3 3 0 1 0-11-21A3 3 0 1 0-17-21ZM-32-4A1.7 1.7 0 1 0-28.6-4A1.7 1.7 0 1 0-32-4Z";
export const KNIGHT_LINES = "M4-29C17-26 24-15 25-3C26 5 25 12 24 18M-17 30L29 30";
