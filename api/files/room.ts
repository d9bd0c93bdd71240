import type { Room } from '../derive/define-room.ts'

/** Files that people attach. */
export const fileRoom: Room = {
  serves: () => import('./serve.ts'),
}
