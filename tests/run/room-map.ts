import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { importsIn } from '../support/import-graph.ts'

// Draws the map of the rooms of `api/` into README.md, from what their files import: `npm run map`.

const root = join(import.meta.dirname, '..', '..')
const readme = join(root, 'README.md')
const markers = ['<!-- rooms -->', '<!-- end of rooms -->'] as const

/** The rooms of a server by name, each with the rooms whose files its own files import, types included. */
export type Rooms = ReadonlyMap<string, ReadonlySet<string>>

/** A room is a folder of `api/`; the files beside the folders put all of them together and are in none. */
const roomOf = (file: string) => /^api\/([^/]+)\//.exec(file)?.[1]

function readRooms(): Rooms {
  const rooms = new Map<string, Set<string>>()
  for (const file of globSync('api/*/**/*.ts', { cwd: root })) {
    const room = roomOf(file)!
    const imported = rooms.get(room) ?? new Set()
    rooms.set(room, imported)
    const { loaded, later, types } = importsIn(file, readFileSync(join(root, file), 'utf8'))
    for (const name of [...loaded, ...later, ...types]) {
      const other = name.startsWith('.') ? roomOf(join(dirname(file), name)) : undefined
      if (other && other !== room) imported.add(other)
    }
  }
  return rooms
}

/** Every room that is reached from a room over one or more imports. */
function reachedFrom(rooms: Rooms, start: string): Set<string> {
  const reached = new Set<string>()
  const visit = (room: string) => {
    for (const next of rooms.get(room) ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      visit(next)
    }
  }
  visit(start)
  return reached
}

/** A row of the map: rooms in a circle with this one are named apart, since none of them comes first. */
export interface RoomRow {
  room: string
  /** The rooms that it imports, without those that one of the others brings. */
  on: string[]
  circle: string[]
}

/** The rooms in order, each after those that it imports, as far as there are no circles. */
export function rowsOf(rooms: Rooms): RoomRow[] {
  const reached = new Map([...rooms.keys()].map(room => [room, reachedFrom(rooms, room)]))
  const reaches = (from: string, to: string) => reached.get(from)?.has(to) ?? false
  const isCircle = (one: string, other: string) => reaches(one, other) && reaches(other, one)
  const rows = [...rooms].map(([room, imported]) => {
    const below = [...imported].filter(other => !isCircle(room, other))
    const isBrought = (other: string) => below.some(third => !isCircle(third, other) && reaches(third, other))
    const circle = [...imported].filter(other => isCircle(room, other)).sort()
    return { room, on: below.filter(other => !isBrought(other)).sort(), circle }
  })
  const height = ({ room }: RoomRow) => reached.get(room)!.size
  return rows.sort((one, other) => height(one) - height(other) || (one.room < other.room ? -1 : 1))
}

/** What a room is: the first sentence of its WHY.md, beside its code or its declarations. */
function purposeOf(room: string): string {
  const [why] = globSync([`api/${room}/WHY.md`, `resources/${room}/WHY.md`], { cwd: root })
  if (!why) return ''
  return /^.*?\.(?=\s|$)/.exec(readFileSync(join(root, why), 'utf8').split('\n\n')[1]!.replaceAll('\n', ' '))?.[0] ?? ''
}

/** The map as README.md shows it. */
export function drawMap(): string {
  const rows = rowsOf(readRooms())
  const hasCircles = rows.some(({ circle }) => circle.length > 0)
  const head = ['room', 'what it is', 'builds on', ...(hasCircles ? ['in a circle with'] : [])]
  const table = rows.map(({ room, on, circle }) => [
    `\`api/${room}\``,
    purposeOf(room),
    on.join(', '),
    ...(hasCircles ? [circle.join(', ')] : []),
  ])
  return [head, head.map(() => '---'), ...table].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

/** The map that README.md has now. */
export function mapInReadme(): string {
  const text = readFileSync(readme, 'utf8')
  return text.slice(text.indexOf(markers[0]) + markers[0].length, text.indexOf(markers[1])).trim()
}

if (import.meta.main) {
  const [begin, end] = markers
  const text = readFileSync(readme, 'utf8')
  const before = text.slice(0, text.indexOf(begin) + begin.length)
  writeFileSync(readme, `${before}\n${drawMap()}\n${text.slice(text.indexOf(end))}`)
}
