// An error of a page's author, whose sentence is said in the language of the page where it shows. Its message, for scripts and consoles, is English.
import { SceneError } from '../simulation/problems';
import { english, type Places, type Translate } from './translate';

export class SpokenError extends SceneError {
  readonly #text: string;
  readonly #places: Places;

  constructor(text: string, places: Places = {}) {
    super(english(text, places));
    this.#text = text;
    this.#places = places;
  }

  in(translate: Translate): string {
    return translate(this.#text, this.#places);
  }
}
