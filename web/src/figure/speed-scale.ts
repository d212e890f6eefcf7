// Speed of simulated time: a slider from 0.01 to 4 whose position is the logarithm, stops for the keys, and speeds as
// text.
import { highestRate, lowestRate } from '../simulation/protocol';

export const sliderSteps = 1000;
const span = Math.log(highestRate / lowestRate);
const stops = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4] as const;
const kCatch = 0.07; // the slider catches on 1 within this distance (natural logarithm)

export const sliderFromRate = (rate: number): number => Math.round((sliderSteps * Math.log(rate / lowestRate)) / span);

/** Two significant digits, as they are written beside the slider; exactly 1 near 1. */
export function rateFromSlider(position: number): number {
  const rate = lowestRate * Math.exp((span * position) / sliderSteps);
  if (Math.abs(Math.log(rate)) < kCatch) return 1;
  return Math.min(highestRate, Math.max(lowestRate, Number(rate.toPrecision(2))));
}

/** The next stop above (or below) a rate. */
export function nextStop(rate: number, by: 1 | -1): number {
  const beyond = by > 0 ? stops.filter((stop) => stop > rate * 1.001) : stops.filter((stop) => stop < rate * 0.999).reverse();
  return beyond[0] ?? rate;
}

export const rateText = (rate: number): string => `${Number(rate.toPrecision(2))}×`;
