import { randomUUID } from 'node:crypto'
import { openDatabase } from '../../api/platform/database.ts'
import type { Bench } from './bench.ts'
import type { Figure } from './figure.ts'
import { told } from './figure.ts'
import { orderable } from './orders.ts'
import { type Answering, signIn, startOurs } from './processes.ts'

const WRITERS = [1, 3, 6, 16]
/** How many orders each round submits. */
const ORDERS = 96

/** A place where a writer works: a process and their token there. */
interface Desk {
  url: string
  token: string
}

interface Sent {
  status: number
  milliseconds: number
  id: number
}

/** How many orders of 20 lines several writers create and submit at once, at one process and on MariaDB at two. */
export async function measureWriters({ ours, databases, home }: Bench): Promise<Figure[]> {
  const db = openDatabase(databases.ours)
  const beside = databases.ours.startsWith('mysql:') ? await startOurs(databases.ours, home) : null
  const figures: Figure[] = []
  try {
    const { lines, ...header } = await orderable(db)
    const order = { ...header, lines: lines.slice(0, 20) }
    const desk = async ({ url }: Answering): Promise<Desk> => ({ url, token: await signIn(url, 'asha') })
    const first = await desk(ours)
    // The first orders warm both processes up.
    await round([first, ...(beside ? [await desk(beside)] : [])], 6, order)
    for (const desks of beside ? [[first], [first, await desk(beside)]] : [[first]])
      for (const writers of WRITERS) figures.push(figure(writers, desks.length, await round(desks, writers, order)))
    return figures
  } finally {
    await beside?.stop()
    await db.destroy()
  }
}

interface Round {
  seconds: number
  submits: Sent[]
  unavailable: number
}

async function round(desks: readonly Desk[], writers: number, order: object): Promise<Round> {
  const drafts: number[] = []
  const all: Sent[] = []
  const each = async (work: (desk: Desk) => Promise<void>) => {
    let left = ORDERS
    const write = async (desk: Desk) => {
      while (left-- > 0) await work(desk)
    }
    await Promise.all(Array.from({ length: writers }, (_, index) => write(desks[index % desks.length]!)))
  }
  await each(async desk => {
    const made = await post(desk, 'orders', { ...order, customerPoNo: `W-${randomUUID().slice(0, 12)}` })
    all.push(made)
    if (made.status === 201) drafts.push(made.id)
  })
  const submits: Sent[] = []
  const from = performance.now()
  await each(async desk => {
    const orderId = drafts.pop()
    if (orderId !== undefined) submits.push(await post(desk, 'order-steps', { orderId, step: 'submit' }))
  })
  const seconds = (performance.now() - from) / 1000
  return { seconds, submits, unavailable: [...all, ...submits].filter(({ status }) => status === 503).length }
}

async function post({ url, token }: Desk, path: string, body: object): Promise<Sent> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const from = performance.now()
  const answer = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { id, message } = (await answer.json()) as { id: number; message: string }
  if (!answer.ok && answer.status !== 503) throw new Error(`${path} answers ${answer.status} ${message}`)
  return { status: answer.status, milliseconds: performance.now() - from, id }
}

function figure(writers: number, processes: number, { seconds, submits, unavailable }: Round): Figure {
  const times = submits.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other)
  const slow = times[Math.floor(times.length * 0.95)] ?? 0
  const perSecond = submits.length / seconds
  // One writer waits for every answer, and so shows how long a submit takes, not how many fit into a second.
  const goal = writers === 1 ? 0 : 40
  return {
    title: `orders of 20 lines, ${writers} writers at ${processes} processes: a second, p95, answered 503`,
    bare: '',
    ours: `${told(perSecond)} /s, ${told(slow)} ms, ${unavailable}`,
    ratio: '',
    goal: goal > 0 ? `≥ ${goal} /s, ≤ 300 ms, 0` : '≤ 300 ms, 0',
    reached: perSecond >= goal && slow <= 300 && unavailable === 0,
  }
}
