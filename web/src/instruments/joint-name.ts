// The name of a joint in the page.
import { english } from '../words/translate';

export const jointName = ({ name, index }: { readonly name: string; readonly index: number }, translate = english): string =>
  name || translate('joint {index}', { index });
