/** The shapes of pictures and films: their pixels, and the class of a print. */
import type { Shape } from "../generated/wire";

const SHAPES: Record<Shape, { width: number; height: number; print: string }> = {
  portrait: { width: 720, height: 1280, print: "print print-tall" },
  square: { width: 960, height: 960, print: "print print-square" },
  landscape: { width: 1280, height: 720, print: "print print-landscape" },
};

export function pixelsOf(shape: Shape): { width: number; height: number } {
  const { width, height } = SHAPES[shape];
  return { width, height };
}

export function printClass(shape: Shape): string {
  return SHAPES[shape].print;
}
