import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path/posix'
import { root } from '../../api/platform/config.ts'
import { importGraph } from '../support/import-graph.ts'
import type { SourceMap } from './source-map.ts'

/** Tests chosen for a change, in the order in which they say most, and what was left out for its cost. */
export interface Choice {
  files: string[]
  leftOut: string[]
}

/** Processor seconds that the tests of a change may take: those of Vitest, and the journeys. */
export const MOST_SECONDS = 30
const MOST_JOURNEY_SECONDS = 25

const isTest = (file: string) => /^tests\/(api|resources)\/.*\.test\.ts$/.test(file)
const isJourney = (file: string) => /^tests\/journeys\/.*\.spec\.ts$/.test(file)

/** The test files of Vitest for these changed files: changed ones themselves, then by the map, most specific first. */
export function testsFor(changed: readonly string[], map: SourceMap): Choice {
  const ownTests = changed.filter(isTest)
  const ranked = new Map<string, number>()
  const suggest = (file: string, place: number) => {
    if (existsSync(join(root, file))) ranked.set(file, Math.max(ranked.get(file) ?? 0, 1 / (place + 1)))
  }
  for (const source of changed.filter(file => !isTest(file))) {
    for (const [place, test] of namesakes(source).entries()) suggest(test, place)
    for (const [place, at] of (map.sources[source] ?? []).entries()) suggest(map.files[at]![0], place + 1)
  }
  const byWorth = [...ranked].sort(([, a], [, b]) => b - a).map(([file]) => file)
  const seconds = new Map(map.files)
  return withinCost(
    [...new Set([...ownTests, ...byWorth])],
    file => seconds.get(file) ?? 5,
    MOST_SECONDS,
    ownTests.length,
  )
}

/** The journeys for these changed files: changed ones themselves, then those that visit fewest pages beside theirs. */
export function journeysFor(changed: readonly string[], map: SourceMap): Choice {
  const ownJourneys = changed.filter(isJourney)
  const pages = pagesOf(changed)
  const visits = ({ paths }: { paths: string[] }) => paths.filter(path => pages.has(path)).length
  const byWorth = map.journeys
    .filter(journey => visits(journey) > 0 && existsSync(join(root, journey.file)))
    .sort((a, b) => visits(b) / b.paths.length - visits(a) / a.paths.length)
    .map(({ file }) => file)
  const seconds = (file: string) => map.journeys.find(journey => journey.file === file)?.seconds ?? 10
  return withinCost([...new Set([...ownJourneys, ...byWorth])], seconds, MOST_JOURNEY_SECONDS, ownJourneys.length)
}

// The first ones run whatever they cost: the tests that were changed, or the one that says most.
function withinCost(
  files: readonly string[],
  secondsOf: (file: string) => number,
  most: number,
  always: number,
): Choice {
  let left = most
  const chosen = files.filter((file, at) => {
    const fits = at < Math.max(always, 1) || secondsOf(file) <= left
    if (fits) left -= secondsOf(file)
    return fits
  })
  return { files: chosen, leftOut: files.filter(file => !chosen.includes(file)) }
}

// A declaration calls nothing: the tests of its name, and those that name its module, are its own.
function namesakes(source: string): string[] {
  const name = basename(source).replace(/\.\w+$/, '')
  const tests = globSync('tests/{api,resources}/**/*.test.ts', { cwd: root }).map(file => file.replaceAll('\\', '/'))
  const same = tests.filter(file => basename(file) === `${name}.test.ts`)
  const naming = tests.filter(file => readFileSync(join(root, file), 'utf8').includes(`/${source}'`))
  return [...new Set([...same, ...naming])]
}

/** The paths of the pages that show what these files say: the page that imports them, and of a declaration its own. */
export function pagesOf(changed: readonly string[]): Set<string> {
  const graph = importGraph('{admin,resources}/**/*.{ts,tsx}')
  const own = changed
    .flatMap(file => /^(?:resources|admin|api)\/(.+)\.tsx?$/.exec(file)?.[1] ?? [])
    // Reports lie in the folder of their subject, which their address does not name.
    .map(path => `/${path.replace(/^mis\/[^/]+\//, 'mis/')}`)
  const shown = pageFiles().filter(([, file]) => {
    const reached = reachedFrom(file, graph)
    return changed.some(one => one.startsWith('admin/') && reached.has(one))
  })
  return new Set([...own, ...shown.map(([path]) => path)])
}

// Rooms list their pages as `path: '…'` and, some lines below, `load: () => import('…')`.
function pageFiles(): [path: string, file: string][] {
  return globSync('admin/{,*/}pages.ts', { cwd: root }).flatMap(list => {
    const text = readFileSync(join(root, list), 'utf8')
    return [...text.matchAll(/path: '([^']+)'(?:(?!path: ')[\s\S])*?import\('([^']+)'\)/g)].map(
      ([, path, file]): [string, string] => [path!, join(dirname(list.replaceAll('\\', '/')), file!)],
    )
  })
}

function reachedFrom(file: string, graph: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>()
  const open = [file]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at)) continue
    reached.add(at)
    open.push(...(graph.get(at) ?? []))
  }
  return reached
}
