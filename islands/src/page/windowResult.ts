/** What a payment window says when it ends, and `missing` where there is none. */
export type WindowResult = "success" | "failed" | "closed" | "processing" | "missing";
