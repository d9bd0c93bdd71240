import type { Room } from '../derive/define-room.ts'

/** What the home page asks. */
export const homeRoom: Room = {
  serves: () => import('./serve.ts'),
}
