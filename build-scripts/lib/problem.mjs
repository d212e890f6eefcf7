// A Problem is trouble the user can act on: its message is one clear sentence and is shown without a stack trace.

export class Problem extends Error {
  constructor(message, detail = '') {
    super(message);
    this.name = 'Problem';
    this.detail = detail;
  }
}

// Runs the main function of a script and turns what it throws into a message and an exit code.
export async function runMain(main) {
  try {
    const code = await main();
    if (typeof code === 'number') process.exitCode = code;
  } catch (error) {
    if (error instanceof Problem) {
      if (error.detail) process.stderr.write(`${error.detail.trimEnd()}\n`);
      process.stderr.write(`\n${error.message}\n`);
    } else {
      process.stderr.write(`${error?.stack ?? error}\n`);
    }
    process.exitCode = 1;
  }
}
