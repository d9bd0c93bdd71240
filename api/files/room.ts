import type { Room } from '../derive/define-room.ts'
import { printListsBy } from '../derive/export/list-paper.ts'
import { printListApart } from './print/print-list.ts'

printListsBy(printListApart)

/** Files that people attach. */
export const fileRoom: Room = {
  serves: () => import('./serve.ts'),
}
