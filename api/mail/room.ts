import type { Room } from '../derive/define-room.ts'

/** Mails, SMS and notifications. */
export const mailRoom: Room = {
  serves: () => import('./serve.ts'),
}
