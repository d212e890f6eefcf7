// The name of a body in the page.
import type { BodyInfo } from '../simulation/protocol';

export function bodyName(body: BodyInfo): string {
  return body.name || `body ${body.slot}`;
}
