import type { AnswerOf } from '../../resources/define/command.ts'
import type { sendFile as declared } from '../../resources/platform/commands/files.ts'
import { api } from './api.ts'

/** The longest title that a file has. */
const LONGEST_TITLE = 120

/** Sends a file that will belong to a row of this type; the row then names its id. Rejects with a `Refusal`. */
export async function sendFile(file: File, ownerType: string): Promise<AnswerOf<typeof declared>> {
  const form = new FormData()
  form.append('ownerType', ownerType)
  form.append('title', file.name.slice(0, LONGEST_TITLE))
  form.append('file', file)
  return (await api.post<AnswerOf<typeof declared>>('/attachments', form)).data
}
