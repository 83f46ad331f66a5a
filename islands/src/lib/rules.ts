/**
 * The rules that page and server share, compiled from Rust (app/rules). Load them once,
 * before anything renders; after that they are plain functions.
 */
import address from "rules-address";
import load from "../generated/rules.js";

export {
  canCreate,
  charactersLeft,
  creationCost,
  maxPhotos,
  photoAcceptable,
  photoRejectedText,
  promptWithLocation,
  textSendable,
  wrongPhotoCountText,
} from "../generated/rules.js";

export async function loadRules(): Promise<void> {
  await load({ module_or_path: address });
}
