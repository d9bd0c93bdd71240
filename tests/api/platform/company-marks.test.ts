import { afterAll, beforeAll, expect, it } from 'vitest'
import { companyMarks } from '../../../api/platform/http/company-marks.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await seededDatabase()
})
afterAll(() => database.close())

it('name the company and its desk as the settings do, whatever signs are in them', async () => {
  const { db } = database
  await db('app_setting').where('key', 'company.name').update({ value: 'Rao & "Sons" <Labs>' })
  await db('app_setting').where('key', 'mail.reply_to').update({ value: 'orders@rao.example' })
  expect(await companyMarks(db)).toBe(
    '<meta name="company" content="Rao &amp; &quot;Sons&quot; &lt;Labs&gt;" /><meta name="desk" content="orders@rao.example" />',
  )
})

it('are left out while the database cannot be read', async () => {
  const gone = await seededDatabase()
  await gone.close()
  expect(await companyMarks(gone.db)).toBe('')
})
