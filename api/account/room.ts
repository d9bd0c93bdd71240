import type { Room } from '../derive/define-room.ts'
import { endExpiredViews } from './viewing.ts'

/** Each person's own account: signing in, passwords, sessions. */
export const accountRoom: Room = {
  serves: () => import('./serve.ts'),
  nightly: () => [{ name: 'lapsed-views', at: '00:15', work: endExpiredViews }],
}
