import type { Room } from '../derive/define-room.ts'

/** What the command palette asks. */
export const paletteRoom: Room = {
  serves: () => import('./serve.ts'),
}
