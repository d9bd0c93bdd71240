import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Exchange, keepingExchanges } from '../../../api/sap/http/exchanges.ts'
import { readHttp, readMultipart } from '../../../api/sap/http/multipart.ts'
import type { SapError } from '../../../api/sap/http/sap-error.ts'
import { orderOfSamples } from '../../support/sap/free-sample.ts'
import { sapOverHttp } from '../../support/sap/over-http.ts'

let sap: Awaited<ReturnType<typeof sapOverHttp>>
let salesOrder: string
let orders = 0

beforeAll(async () => {
  sap = await sapOverHttp(() => '2026-11-20T06:30:00.000Z')
})
afterAll(() => sap.close())
beforeEach(async () => {
  await sap.control('behaviour', { mode: 'ok' })
  sap.through(({ forward }) => forward())
  const order = orderOfSamples(`OR26270020${++orders + 10}`, { isFreeOfCharge: false })
  const [line] = order.lines
  const lines = [line!, { ...line!, lineNo: 20 }]
  salesOrder = (await sap.adapter().createSalesOrder({ ...order, lines })).salesOrder
})

const failure = (call: Promise<unknown>): Promise<SapError> =>
  call.then(
    () => expect.unreachable('SAP should have refused'),
    error => error,
  )
const cancelling = (...lineNos: number[]) =>
  sap.adapter().cancelSalesOrderItems(
    lineNos.map(lineNo => ({
      ...{ sapOrderNo: salesOrder, sapItemNo: `${lineNo}`.padStart(6, '0'), rejectionCode: '10', remainingQty: null },
    })),
  )
const openItems = async () =>
  (await sap.adapter().salesOrder(salesOrder))!.items.filter(one => one.rejectionCode === null).length

/** Answers each `$batch` with this text in place of SAP's. */
const batchesAnswer = (text: string, boundary = 'b') =>
  sap.through(({ path, forward }) =>
    path.endsWith('$batch')
      ? Promise.resolve(
          new Response(text, { status: 202, headers: { 'Content-Type': `multipart/mixed; boundary=${boundary}` } }),
        )
      : forward(),
  )
const part = (status: number, more = '', headers = '') =>
  `--b\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 ${status} X\r\n${headers}\r\n${more}\r\n`

describe('a change set that SAP refuses', () => {
  // SAP/cloud-sdk-java#344: the one part of a refused set is no set.
  it('is one part beside the set, and none of its changes is made', async () => {
    const error = await failure(cancelling(10, 20, 990))
    expect([error.errorClass, error.httpStatus, error.mayBeDone]).toEqual(['BUSINESS', 404, false])
    expect(await openItems()).toBe(2)
  })

  // SAP/cloud-sdk-js#5106: or a part within it.
  it('is one part within the set just as well', async () => {
    await sap.control('behaviour', { mode: 'inner-refusal' })
    const error = await failure(cancelling(10, 20, 990))
    expect([error.errorClass, error.message]).toEqual(['BUSINESS', expect.stringContaining('Resource not found')])
    expect(await openItems()).toBe(2)
  })

  it('is refused in XML too', async () => {
    await sap.control('behaviour', { mode: 'xml-errors' })
    expect((await failure(cancelling(10, 20, 990))).message).toContain('Resource not found')
  })
})

describe('the parts of a batch', () => {
  // SAP/cloud-sdk#480 and iwate/ODataHttpClient#19.
  it('are read with headers in lower case, with an empty header, and without any', async () => {
    await sap.control('behaviour', { mode: 'bare-parts' })
    await cancelling(10, 20)
    expect(await openItems()).toBe(0)
    expect(readHttp('HTTP/1.1 204 No Content\r\n\r\n\r\n')).toMatchObject({ headers: {}, body: '' })
    const [read] = readMultipart('Multipart/Mixed; Boundary="b"', '--b \r\ncontent-id:\r\n: x\r\n\r\nbody\r\n--b--')
    expect(read).toEqual({ type: '', body: 'body' })
  })

  // SAP/odata-library#70: a failed part was given out as data.
  it('that failed is never taken for done, whatever its neighbours say', async () => {
    batchesAnswer(`${part(204)}${part(400, '{"error":{"code":"V1/302","message":{"value":"Blocked"}}}')}--b--`)
    const error = await failure(cancelling(10, 20))
    expect([error.errorClass, error.message]).toEqual(['BUSINESS', 'SAP refused it: Blocked (V1/302)'])
  })

  it('that is missing leaves a doubt', async () => {
    batchesAnswer(`${part(204)}--b--`)
    const error = await failure(cancelling(10, 20))
    expect([error.errorClass, error.mayBeDone]).toEqual(['UNKNOWN', true])
    expect(error.message).toBe('SAP’s answer could not be read: it has 1 parts of 2. SAP may have done it.')
    batchesAnswer('Bad gateway')
    expect((await failure(cancelling(10, 20))).errorClass).toBe('UNKNOWN')
  })

  it('bear the warnings of their own change', async () => {
    const warned = (message: string) =>
      part(
        204,
        '',
        `sap-message: {"code":"V1/1","message":"${message}","severity":"warning","target":"","details":[]}\r\n`,
      )
    batchesAnswer(`${warned('First')}${warned('Second')}--b--`)
    const exchanges: Exchange[] = []
    await keepingExchanges(exchanges, () => cancelling(10, 20))
    expect(exchanges.at(-1)!.warnings.map(({ message }) => message)).toEqual(['First', 'Second'])
  })
})
