import type { Knex } from 'knex'
import { rowsOf } from '../api/derive/rows-of.ts'
import type { Author } from '../api/derive/save/author.ts'
import { updateRow } from '../api/derive/save/write.ts'
import { messageTemplate } from '../resources/settings/message-template.ts'

/** The texts of the demo company's SMS are registered with DLT: each gets the id that the registry gave it. */
export async function registerTexts(trx: Knex, author: Author): Promise<void> {
  const texts = await rowsOf(trx, messageTemplate, rows => rows.where({ medium: 'SMS' }).orderBy('id'))
  for (const [index, text] of texts.entries())
    await updateRow(
      trx,
      messageTemplate,
      text,
      { dltTemplateId: `11071600000000${String(index + 1).padStart(5, '0')}` },
      author,
    )
}
