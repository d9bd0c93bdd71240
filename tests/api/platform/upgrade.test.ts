/** @module-tag sql */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendMail } from '../../../api/mail/messages.ts'
import { openDatabase } from '../../../api/platform/database.ts'
import { appSetting } from '../../../resources/settings/app-setting.ts'
import { messageTemplate } from '../../../resources/settings/message-template.ts'
import { reasonCode } from '../../../resources/settings/reason-code.ts'
import { type ProductRows, productRowsOf } from '../../../seeds/system/give-rows.ts'
import { systemRows } from '../../../seeds/system/system-rows.ts'
import { giveSystemRows } from '../../../seeds/system/upgrade.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await seededDatabase()
})
afterEach(() => database.close())

const db = () => database.db
const upgrade = (rows?: readonly ProductRows[]) => giveSystemRows(db(), database.url, rows)
const template = (code: string) => db()('message_template').where({ code, medium: 'EMAIL' }).first()
const tables = ['role', 'channel', 'app_setting', 'reason_code', 'message_template', 'holiday', 'audit_entry']
const everything = async () => {
  const rows: Record<string, unknown> = {}
  for (const table of [...tables, 'product_row']) rows[table] = await db()(table).orderBy('id')
  return rows
}

/** Changes a row as a person on its form does: the version counts up. */
const change = (table: string, where: Record<string, unknown>, values: Record<string, unknown>) =>
  db()(table)
    .where(where)
    .update({ ...values, rowVersion: 2, updatedById: 1 })

/** Takes the database back to before a release: without a row, and without the marks of a table. */
async function forgetTemplate(code: string) {
  await db()('message_template').where({ code, medium: 'EMAIL' }).delete()
  await db()('product_row')
    .where({ entity: 'message-template', rowKey: `${code.toLowerCase()}|email` })
    .delete()
}

const text = (body: string) =>
  productRowsOf(messageTemplate, [{ code: 'ORDER_SUBMITTED', medium: 'EMAIL', subject: 'Order {orderNo}', body }])

describe('an older database', () => {
  it('gets the mail template that it lacks, and the mail goes out', async () => {
    await forgetTemplate('CHANGED_IN_SAP')
    const mail = { template: 'CHANGED_IN_SAP', topic: 'ORDER', to: 'asha@meridian-labs.example', values: {} } as const
    expect(await sendMail(db(), mail)).toBe('FAILED')
    expect(await upgrade()).toEqual([])
    expect(await template('CHANGED_IN_SAP')).toMatchObject({ isActive: 1, rowVersion: 1, createdById: null })
    expect(await sendMail(db(), mail)).toBe('QUEUED')
    const [told] = await db()('audit_entry').where({ entity: 'message-template', requestId: 'new release' })
    expect(told).toMatchObject({ action: 'CREATE', source: 'SYSTEM' })
  })

  it('from before the marks keeps what people changed, gets what is missing, and is right about the rest', async () => {
    await forgetTemplate('CHANGED_IN_SAP')
    await db()('product_row').delete()
    await change('reason_code', { reasonType: 'CANCEL', code: 'PRICE' }, { name: 'Too dear' })
    await db()('reason_code').where({ reasonType: 'CANCEL', code: 'LATE' }).update({ name: 'Text of an old release' })
    expect(await upgrade()).toEqual([])
    expect(await template('CHANGED_IN_SAP')).toBeDefined()
    const names = await db()('reason_code').where({ reasonType: 'CANCEL' }).orderBy('id').limit(2).pluck('name')
    expect(names).toEqual(['Delivery would come too late', 'Too dear'])
    const rows = systemRows.reduce((sum, { seeds }) => sum + seeds.length, 0)
    expect(await db()('product_row')).toHaveLength(rows)
  })

  it('keeps a setting that somebody changed, and one that the demo company named', async () => {
    await db()('product_row').where({ entity: 'app-setting' }).delete()
    await change('app_setting', { key: 'dead.draft_days' }, { value: '77' })
    const settings = () => db()('app_setting').orderBy('id')
    const before = await settings()
    await upgrade()
    expect(await settings()).toEqual(before)
  })

  it('upgraded twice is as upgraded once', async () => {
    await forgetTemplate('CHANGED_IN_SAP')
    await upgrade()
    const once = await everything()
    await upgrade()
    expect(await everything()).toEqual(once)
  })

  it('has each row once when two processes start at the same time', async () => {
    await forgetTemplate('CHANGED_IN_SAP')
    await forgetTemplate('SHIPPED')
    await db()('product_row').where({ entity: 'reason-code' }).delete()
    const other = openDatabase(database.url)
    try {
      const started = await Promise.all([upgrade(), giveSystemRows(other, database.url)])
      expect(started).toEqual([[], []])
    } finally {
      await other.destroy()
    }
    for (const code of ['CHANGED_IN_SAP', 'SHIPPED'])
      expect(await db()('message_template').where({ code, medium: 'EMAIL' })).toHaveLength(1)
    expect(await db()('audit_entry').where({ requestId: 'new release' })).toHaveLength(2)
  })
})

describe('a new version of a row', () => {
  it('reaches the row that is as it was given, with its history', async () => {
    await upgrade([text('The new text.')])
    expect(await template('ORDER_SUBMITTED')).toMatchObject({ body: 'The new text.', rowVersion: 2 })
    await upgrade([text('The newest text.')])
    expect(await template('ORDER_SUBMITTED')).toMatchObject({ body: 'The newest text.', rowVersion: 3 })
    const { id: entityId } = await template('ORDER_SUBMITTED')
    const told = await db()('audit_entry')
      .where({ entity: 'message-template', entityId, action: 'UPDATE' })
      .pluck('source')
    expect(told).toEqual(['SYSTEM', 'SYSTEM'])
  })

  it('leaves the row alone that a person changed', async () => {
    await change('message_template', { code: 'ORDER_SUBMITTED' }, { body: 'Our own words.' })
    await upgrade([text('The new text.')])
    await upgrade([text('The newest text.')])
    expect(await template('ORDER_SUBMITTED')).toMatchObject({ body: 'Our own words.', rowVersion: 2 })
  })

  it('does not bring back what a person deactivated', async () => {
    await change(
      'message_template',
      { code: 'ORDER_SUBMITTED' },
      { isActive: 0, naturalKey: 'order_submitted|email~1' },
    )
    await upgrade([text('The new text.')])
    await db()('product_row').delete()
    await upgrade()
    expect(await db()('message_template').where({ code: 'ORDER_SUBMITTED' }).pluck('isActive')).toEqual([0])
  })

  it('does not bring back under its old code what a person gave another code', async () => {
    await change(
      'reason_code',
      { reasonType: 'CANCEL', code: 'LATE' },
      { code: 'TOOLATE', naturalKey: 'cancel|toolate' },
    )
    await upgrade([productRowsOf(reasonCode, [{ reasonType: 'CANCEL', code: 'LATE', name: 'Comes too late' }])])
    expect(await db()('reason_code').where({ reasonType: 'CANCEL' }).whereIn('code', ['LATE', 'TOOLATE'])).toHaveLength(
      1,
    )
  })

  it('that cannot be written is told in a sentence, and the others are written', async () => {
    const rows = productRowsOf(appSetting, [{ key: 'x'.repeat(80), value: '1', valueType: 'INT' }])
    expect(await upgrade([rows, text('The new text.')])).toEqual([
      expect.stringMatching(/^.*Settings x+ was not written: .+/),
    ])
    expect(await template('ORDER_SUBMITTED')).toMatchObject({ body: 'The new text.' })
  })
})
