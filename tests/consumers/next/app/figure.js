'use client';

import { useRef } from 'react';
import scene from 'tumble-physics/scenes/tennis-racket.json';
import { TumbleScene } from 'tumble-physics/react';
import { leave, leaveFigure } from './leave.js';
import { run } from './run-engine.js';

export function Figure() {
  const figure = useRef(null);
  const measure = async ({ detail }) => {
    leave('ready', String(detail.step));
    await leaveFigure(figure.current);
    await run(scene);
  };
  return (
    <TumbleScene ref={figure} scene={scene} paused step={24} onReady={measure}>
      <p>A tennis racket, thrown.</p>
    </TumbleScene>
  );
}
