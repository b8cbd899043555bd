// Loads a part of the console. Whether the gateway cannot be reached, or a file of an older build is gone, the user is told what
// helps.
import { ApiProblem, unreachable } from './problem.ts'

export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (await isReachable()) throw error
    throw new ApiProblem(0, unreachable)
  }
}

function isReachable(): Promise<boolean> {
  return fetch('/console/mark.svg', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}
