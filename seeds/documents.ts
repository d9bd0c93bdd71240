import type { Knex } from 'knex'
import { systemAuthor } from '../api/derive/save/author.ts'
import { insertRows } from '../api/derive/save/write.ts'
import { saveFile } from '../api/platform/stored-files.ts'
import { transact } from '../api/platform/transact.ts'
import type { Row } from '../resources/define/resource.ts'
import { attachment } from '../resources/platform/attachment.ts'
import { type Role, roleCodes } from '../resources/roles.ts'
import { lastOfMonth } from './demo-days.ts'

const partners: Role[] = ['CUSTOMER', 'DISTRIBUTOR']
const sales: Role[] = ['SALES_REP', 'SALES_MANAGER', 'CSC_AGENT', 'PRICING_APPROVER']

/** Title, category, audience, last day. */
const documents: readonly (readonly [string, string, readonly Role[], string | null])[] = [
  ['End-user declaration, template', 'Forms', [...partners, ...sales], null],
  ['Price list of life science, direct channel', 'Price lists', [...partners, ...sales], lastOfMonth(4)],
  ['Returns and complaints policy', 'Policies', [...partners, ...sales], null],
  ['Handling petroleum class A and B', 'Safety', ['DISPATCH', 'TRANSPORTER', 'CSC_AGENT'], null],
  ['Information security for users', 'Policies', roleCodes, null],
]

/** The documents of the demo library, unless it has some; their files lie in the home folder. */
export async function writeDocuments(db: Knex, home: string): Promise<void> {
  if (await db('attachment').where('ownerType', 'LIBRARY').first('id')) return
  const rows: Partial<Row<typeof attachment>>[] = []
  for (const [title, category, audience, validTo] of documents) {
    const file = await saveFile(home, onePage(title))
    const fileName = `${title.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()}.pdf`
    const bytes = { sizeBytes: file.size, sha256: file.sha256, storageKey: file.key }
    const columns = { title, category, audience: [...audience], validTo, fileName, mimeType: 'application/pdf' }
    rows.push({ ...columns, ...bytes, ownerType: 'LIBRARY' as const, versionNo: 1, scanStatus: 'SKIPPED' as const })
  }
  await transact(db, async trx => {
    for (const row of rows) await insertRows(trx, attachment, [row], systemAuthor('demo company'))
  })
}

/** A PDF of one page that says what it is. */
export function onePage(title: string): Buffer {
  const text = `BT /F1 18 Tf 60 770 Td (${title.replace(/[()\\]/g, '')}) Tj 0 -28 Td /F1 11 Tf (Meridian Laboratories, a demo company) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = body.length
    body += `${index + 1} 0 obj${object}endobj\n`
    return String(place).padStart(10, '0')
  })
  const table = places.map(place => `${place} 00000 n \n`).join('')
  const trailer = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF`
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}
