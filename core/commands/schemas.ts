import { Type } from "typebox";
import type { Nm, Point } from "../base/nm.ts";
import { fromMm, toMm } from "../base/nm.ts";

/** Numbers beyond this (mm) are refused: KiCad's own coordinates end near 2 m. */
const LIMIT_MM = 2000;

/** A length in millimetres at the surface. */
export const mm = (description: string, options: { minimum?: number; exclusiveMinimum?: number } = {}) =>
  Type.Number({ description: `${description} (mm)`, maximum: LIMIT_MM, minimum: -LIMIT_MM, ...options });

/** A place `[x, y]` in millimetres, x right, y down. */
export const pointMm = (description: string) =>
  Type.Array(Type.Number({ minimum: -LIMIT_MM, maximum: LIMIT_MM }), {
    description: `${description} ([x, y] in mm, x right, y down)`,
    minItems: 2,
    maxItems: 2,
  });

/** Places in millimetres. */
export const pointsMm = (description: string, minItems = 2) =>
  Type.Array(pointMm("A point"), { description: `${description} ([[x, y], …] in mm)`, minItems });

export const degrees = (description: string) =>
  Type.Number({ description: `${description} (degrees, counter-clockwise)`, minimum: -3600, maximum: 3600 });

/** One or several items: a uuid, a reference (`R1`), a pad or pin (`R1.2`), a net's name. */
export const itemRefs = (description: string) =>
  Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })], {
    description: `${description}: a uuid, a reference (R1), a pad (R1.2), or a list of them`,
  });

/** A surface point to nanometres. */
export function toPoint(point: readonly number[]): Point {
  return { x: fromMm(point[0] ?? 0), y: fromMm(point[1] ?? 0) };
}

/** Nanometres to a surface point. */
export function fromPoint(point: Point): [number, number] {
  return [toMm(point.x), toMm(point.y)];
}

export function toNm(mmValue: number): Nm {
  return fromMm(mmValue);
}
