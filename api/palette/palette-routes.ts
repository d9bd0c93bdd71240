import { text } from '../../resources/define/fields.ts'
import type { PaletteHit } from '../../resources/palette/palette-records.ts'
import { answerOf, listOf, type Routes } from '../derive/docs/route.ts'

/** The command palette. */
export const paletteRoutes: Routes = {
  'GET palette': {
    tag: 'Home',
    summary: 'The records whose number begins with a text, and customers and products that contain it',
    query: { q: text({ min: 2, max: 60, hint: 'A number or its first characters, or part of a name' }) },
    answer: listOf(answerOf<PaletteHit>({ kind: text(), title: text(), beside: text(), path: text() })),
  },
}
