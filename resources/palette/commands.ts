import { command } from '../define/command.ts'
import { text } from '../define/fields.ts'
import { many, type Told } from '../define/shape.ts'
import { LEAST_CHARACTERS, MOST_OF_A_KIND, paletteRecords } from './palette-records.ts'

const hit = {
  kind: text(),
  title: text({ hint: 'The number by which it was found' }),
  beside: text(),
  path: text(),
  acts: many(text(), { most: 10, hint: 'The keys of the acts for which it is ready' }),
}
/** A record as the palette shows it. */
export type PaletteHit = Told<typeof hit>

export const findRecords = command('GET palette', {
  room: 'Home',
  summary: 'The records whose number begins with a text, and customers and products that contain it',
  who: 'signed in',
  body: { q: text({ min: LEAST_CHARACTERS, max: 60, hint: 'A number or its first characters, or part of a name' }) },
  answer: many(hit, { most: paletteRecords.length * MOST_OF_A_KIND }),
})
