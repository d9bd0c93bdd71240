import type { Room } from '../derive/define-room.ts'
import { roundWaits } from '../derive/round/round-news.ts'
import { tellConfirmers } from './round-waits.ts'

roundWaits.hear(tellConfirmers)

/** Mails, SMS and notifications. */
export const mailRoom: Room = {
  serves: () => import('./serve.ts'),
}
