// Keys on the picture: choose a body, push it along the axes of the camera, move the camera.
import { Vector3, type PerspectiveCamera } from 'three';

export type PictureKeys = {
  readonly next: (by: 1 | -1) => void;
  /** Pushes the selected body along a unit vector; false when none is selected. */
  readonly push: (direction: Vector3) => boolean;
  readonly turn: (azimuth: number, elevation: number) => void;
  readonly zoom: (factor: number) => void;
  readonly home: () => void;
  readonly camera: PerspectiveCamera;
};

const kTurn = 0.16; // rad a key
const kZoom = 1.15;

const right = new Vector3();
const away = new Vector3();
const up = new Vector3(0, 1, 0);

const pushes: Readonly<Record<string, (out: Vector3) => Vector3>> = {
  ArrowLeft: (out) => out.copy(right).negate(),
  ArrowRight: (out) => out.copy(right),
  ArrowUp: (out) => out.copy(away),
  ArrowDown: (out) => out.copy(away).negate(),
  PageUp: (out) => out.copy(up),
  PageDown: (out) => out.copy(up).negate(),
};
const turns: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-kTurn, 0],
  ArrowRight: [kTurn, 0],
  ArrowUp: [0, kTurn],
  ArrowDown: [0, -kTurn],
};

/** True when the key meant something. */
export function pictureKey(event: KeyboardEvent, keys: PictureKeys): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const push = pushes[event.key];
  if (push && !event.shiftKey) {
    // Level axes: "right" and "away" as one sees them from the camera.
    right.setFromMatrixColumn(keys.camera.matrixWorld, 0).setY(0).normalize();
    away.crossVectors(up, right);
    if (keys.push(push(new Vector3()))) return true;
  }
  const turn = turns[event.key];
  if (turn) keys.turn(turn[0], turn[1]);
  else if (event.key === 'n' || event.key === 'N') keys.next(1);
  else if (event.key === 'p' || event.key === 'P') keys.next(-1);
  else if (event.key === '+' || event.key === '=') keys.zoom(1 / kZoom);
  else if (event.key === '-' || event.key === '_') keys.zoom(kZoom);
  else if (event.key === 'f' || event.key === 'F') keys.home();
  else return false;
  return true;
}
