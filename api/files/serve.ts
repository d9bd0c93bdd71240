import type { Means, Served } from '../derive/define-room.ts'
import { serveAttachments } from './attachments.ts'

/** Files that people attach. */
export function serve({ router, config, db }: Means): Served {
  serveAttachments(router, config, db)
  return {}
}
