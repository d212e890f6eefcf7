// What a body is called where people read it.
import type { BodyInfo } from '../simulation/protocol';

export function bodyName(body: BodyInfo): string {
  return body.name || `body ${body.slot}`;
}
