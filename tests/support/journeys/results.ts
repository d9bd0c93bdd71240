import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Where journeys write down what they looked at, which paths they visited and what they took. */
export const RESULTS = join('test-results', 'journeys-seen')
export const LOOKS = join(RESULTS, 'looks')

const named = (file: string) => relative(process.cwd(), file)

/** The pattern of a path: what names a row is replaced. */
export const patternOf = (path: string) =>
  path
    .split('/')
    .map(part => (/\d/.test(part) && !/^channel-13/.test(part) ? ':id' : part))
    .join('/')

/** The patterns of the paths that the spec file of this worker visited so far. */
const visited = new Set<string>()

export const visit = (path: string) => void visited.add(patternOf(path))

/** Writes down which paths a spec file visited, for the question which journeys a changed page needs. */
export function noteVisited(file: string): void {
  const folder = join(RESULTS, 'visited')
  mkdirSync(folder, { recursive: true })
  const into = join(folder, `${named(file).replaceAll('/', '~')}.json`)
  // A worker that a failed test ended has written some already.
  const before: string[] = existsSync(into) ? JSON.parse(readFileSync(into, 'utf8')).paths : []
  const all = [...new Set([...before, ...visited])].sort()
  writeFileSync(into, `${JSON.stringify({ file: named(file), paths: all })}\n`)
  visited.clear()
}
