import type { Knex } from 'knex'
import { companyOf } from '../company.ts'
import { readSettings } from '../settings.ts'

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const inQuotes = (text: string) => text.replace(/[&<>"]/g, sign => signs[sign]!)

/**
 * What every screen says of the company, also before a sign-in: its name, and the desk that reads its mails. It comes with
 * the page, so that no screen asks for it. Empty while the database cannot be read: the page is served all the same.
 */
export async function companyMarks(db: Knex): Promise<string> {
  const company = await readSettings(db).then(companyOf, () => undefined)
  if (!company) return ''
  const marks = { company: company.name, desk: company.replyTo ?? '' }
  return Object.entries(marks)
    .map(([name, content]) => `<meta name="${name}" content="${inQuotes(content)}" />`)
    .join('')
}
