/** @module-tag sql */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SapError } from '../../../api/sap/http/sap-error.ts'
import { demoWithSap } from '../../support/sap/demo-sap.ts'

let world: Awaited<ReturnType<typeof demoWithSap>>
beforeEach(async () => {
  world = await demoWithSap({ pageLimit: 20 })
})
afterEach(() => world.close())

const remembered = (object: string, sapKey: string) =>
  world.db('sap_row').where({ object, sapKey }).first('state', 'reason')
const customer = (code: string) => world.db('customer').where({ code }).first()
const behave = (mode: string, entity: string) => world.sap.control('behaviour', { mode, only: { entity } })

/** Everything of a customer that somebody deletes in SAP. */
function deleteInSap(code: string) {
  world.inSap(({ entities }) => {
    entities.remove('A_BusinessPartner', [code])
    entities.remove('A_Customer', [code])
  })
}

describe('a row that was created with a soft fault', () => {
  const FAULTY = '100907'

  it('is remembered with its fault like any other, and its deletion in SAP is noticed', async () => {
    const { lines } = await world.read('CUSTOMER')
    expect(lines.find(({ value }) => value === FAULTY)?.message).toContain('There is no credit account')
    expect(await customer(FAULTY)).toMatchObject({ sapDeleted: 0 })
    expect(await remembered('CUSTOMER', FAULTY)).toMatchObject({
      state: 'SOFT_FAULT',
      reason: expect.stringContaining('There is no credit account'),
    })
    deleteInSap(FAULTY)
    await world.read('CUSTOMER')
    expect(await customer(FAULTY)).toMatchObject({ sapDeleted: 1 })
    expect(await remembered('CUSTOMER', FAULTY)).toBeUndefined()
  })

  it('is read again each time, and is an ordinary row once its fault is gone', async () => {
    await world.read('CUSTOMER')
    await world.sap.control('entity', {
      entitySet: 'CreditManagementAccount',
      key: { BusinessPartner: `0000${FAULTY}`, CreditSegment: '0000' },
      set: { CreditLimitAmount: '50000.000', CreditSegmentCurrency: 'INR' },
    })
    await world.read('CUSTOMER', 'DELTA')
    expect(await customer(FAULTY)).toMatchObject({ creditLimit: 50_000_00 })
    expect(await remembered('CUSTOMER', FAULTY)).toMatchObject({ state: 'OK', reason: null })
  })
})

describe('rows that a full reading lacks', () => {
  it('end where SAP has them no more, each asked for by its key', async () => {
    await world.read('CUSTOMER')
    deleteInSap('100902')
    expect((await world.read('CUSTOMER')).run.status).toBe('PARTIAL')
    expect(await customer('100902')).toMatchObject({ sapDeleted: 1 })
    const asked = (await world.sap.calls()).map(({ path }: { path: string }) => path)
    expect(asked).toContainEqual(expect.stringContaining("A_Customer('0000100902')"))
  })

  it('end nothing where SAP lost them between two pages, and counts what it gave (OData/WebApi#1135)', async () => {
    await world.read('CUSTOMER')
    const page = world.adapter.pages
    world.adapter.pages = async function* (set, how) {
      for await (const one of page(set, how)) {
        const isWhole = set.path.endsWith('/A_BusinessPartner') && how?.filter === "Customer ne ''"
        const rows = isWhole ? one.rows.filter(({ Customer }) => Customer !== '0000100902') : one.rows
        yield { ...one, rows }
      }
    }
    expect((await world.read('CUSTOMER')).run).toMatchObject({
      status: 'FAILED',
      errorClass: 'SAP_LIST_INCOMPLETE',
      errorText: expect.stringMatching(/^SAP answered \d+ of \d+ customers and has the others\.$/),
    })
    expect(await customer('100902')).toMatchObject({ sapDeleted: 0 })
  })

  it('end nothing while SAP’s count moves from page to page; the next reading ends them', async () => {
    await world.read('CUSTOMER')
    deleteInSap('100902')
    await behave('count-moves', 'A_BusinessPartner')
    await world.read('CUSTOMER')
    expect(await customer('100902')).toMatchObject({ sapDeleted: 0 })
    await behave('ok', 'A_BusinessPartner')
    await world.read('CUSTOMER')
    expect(await customer('100902')).toMatchObject({ sapDeleted: 1 })
  })

  it('are not lost by a page that SAP gives twice', async () => {
    await world.read('CUSTOMER')
    await world.sap.control('behaviour', { mode: 'page-twice', times: 1, only: { entity: 'A_BusinessPartner' } })
    const { run } = await world.read('CUSTOMER')
    expect(run.errorClass).toBeNull()
    expect(await world.db('customer').where({ sapDeleted: 1, isActive: 1 }).pluck('code')).toEqual([])
  })
})

describe('credit accounts that SAP leaves out of its list', () => {
  it('fail the reading, and every limit stays: none is said not to be there', async () => {
    await world.read('CUSTOMER')
    const before = await world.db('customer').orderBy('id').select('code', 'creditLimit')
    await behave('list-short', 'CreditManagementAccount')
    const { run, lines } = await world.read('CUSTOMER')
    expect(run).toMatchObject({
      status: 'FAILED',
      errorClass: 'SAP_LIST_INCOMPLETE',
      errorText: expect.stringMatching(/^SAP answered \d+ of \d+ accounts and has the others\.$/),
    })
    expect(lines.filter(({ message }) => message.includes('There is no credit account'))).toEqual([])
    expect(await world.db('customer').orderBy('id').select('code', 'creditLimit')).toEqual(before)
  })

  it('leave values as they are where SAP refuses the whole set', async () => {
    await world.read('CUSTOMER')
    const before = await world.db('customer').orderBy('id').select('code', 'creditLimit')
    world.adapter.pages = refusing(world.adapter.pages)
    const { lines } = await world.read('CUSTOMER')
    expect(lines.filter(({ errorCode }) => errorCode === 'CREDIT')).toMatchObject([
      { message: expect.stringMatching(/^Credit limits stay as they were: /) },
    ])
    expect(await world.db('customer').orderBy('id').select('code', 'creditLimit')).toEqual(before)
  })
})

/** A SAP without credit management. */
const refusing = (pages: typeof world.adapter.pages): typeof pages =>
  async function* (set, how) {
    if (set.path.includes('CRDTM')) throw new SapError('BUSINESS', 'There is no such service.', { httpStatus: 404 })
    yield* pages(set, how)
  }
