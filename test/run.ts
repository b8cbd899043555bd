// Runs every test: `npm test`, or `npm test -- <part of a path>` for the files whose path has it.
import './runner/run.ts'
