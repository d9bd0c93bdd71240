import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a recipe says to write into one file: all of a new one, or what changes in one that is there. */
interface Part {
  file: string
  lines: readonly string[]
}

/** A recipe of CONTRIBUTING.md: its parts in order, and the commands by which it is tried. */
export interface Recipe {
  title: string
  parts: readonly Part[]
  printsMigration: boolean
  tried: readonly Tried[]
}

/** `npx vitest run --project api FILE -t WORDS`: each file of a project whose path has the one, its titles the other. */
export interface Tried {
  project: string
  file: string
  words: string
}

const FILE = /^\/\/ ((?:resources|api|admin|seeds|tests)\/\S+\.tsx?)$/
const COMMAND = /`npx vitest run --project (\w+) (\S+)(?: -t (?:"([^"]+)"|(\S+)))?`/g

/** The recipes of a paper, by its headings of the third rank. */
export const recipesIn = (paper: string): readonly Recipe[] =>
  paper
    .split(/^## /m)
    .find(part => part.startsWith('Seven recipes'))!
    .split(/^### /m)
    .slice(1)
    .map(recipeIn)

function recipeIn(text: string): Recipe {
  const [title = ''] = text.split('\n')
  const [prose = '', ...code] = text.split(/^```tsx?$/m)
  const parts: { file: string; lines: string[] }[] = []
  for (const line of code.flatMap(block => block.split(/^```$/m)[0]!.split('\n').slice(1, -1))) {
    const file = FILE.exec(line)?.[1]
    if (file) parts.push({ file, lines: [] })
    else parts.at(-1)!.lines.push(line)
  }
  const tried = [...prose.replaceAll('\n', ' ').matchAll(COMMAND)].map(
    ([, project = '', file = '', quoted, word]): Tried => ({ project, file, words: quoted ?? word ?? '' }),
  )
  return { title, parts, printsMigration: /`npm run migration`/.test(prose), tried }
}

/** Does what a part says, in a copy of the sources. Throws where a line that it names is not in the file. */
export function write(copy: string, { file, lines }: Part): void {
  const path = join(copy, file)
  const before = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : null
  if (!before && lines.some(line => line.startsWith('+')))
    throw new Error(`${file} is not there, so nothing can come into it`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, (before ? changed(file, before, lines) : [...lines, '']).join('\n'))
}

/** `+` lines come after the line above them, `-` lines go, `+import` lines come before the first import. */
function changed(file: string, before: readonly string[], lines: readonly string[]): readonly string[] {
  const after = [...before]
  let at = -1
  for (const line of lines) {
    const text = line.slice(1)
    if (line.startsWith('+import '))
      after.splice(
        after.findIndex(one => one.startsWith('import ')),
        0,
        text,
      )
    else if (line.startsWith('+')) after.splice(++at, 0, text)
    else {
      at = after.indexOf(text)
      if (at < 0) throw new Error(`${file} has no line “${text}”`)
      if (line.startsWith('-')) after.splice(at--, 1)
    }
    // What stands before the place that was found moves on.
    if (line.startsWith('+import ') && at >= 0) at += 1
  }
  return after
}
