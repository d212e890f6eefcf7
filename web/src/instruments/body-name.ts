// The name of a body in the page.
import type { BodyInfo } from '../simulation/protocol';
import { english } from '../words/translate';

export function bodyName(body: BodyInfo, translate = english): string {
  return body.name || translate('body {slot}', { slot: body.slot });
}
