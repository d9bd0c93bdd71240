import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId, useState } from 'react'
import type { addPodPages, turnPodPage } from '../../../resources/dispatches/commands/pods.ts'
import { MOST_PAGES } from '../../../resources/dispatches/pods/pod-file-name.ts'
import { type PodPage, podPage } from '../../../resources/dispatches/pods/pod-page.ts'
import { usePerson } from '../../account/person.ts'
import { ask, at } from '../../derive/command/ask.ts'
import { isRefusal, type Refusal } from '../../shell/api.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { rowsOf } from '../../shell/rows.ts'
import { sendFile } from '../../shell/send-file.ts'
import { compressPhoto, UnfitFile } from './compress-photo.ts'
import type { PodRow } from './pod-api.ts'

type PageRow = PodPage & { texts: { attachmentId?: string } }

const turn = at<typeof turnPodPage>('POST pod-page-turns')
const add = at<typeof addPodPages>('POST pod-page-additions')

/** The pages of a POD, one below the other: each opens in full, is turned for everybody, and more are added. */
export function PodPages({ pod, lrNo }: { pod: PodRow; lrNo: string }) {
  const client = useQueryClient()
  const { may } = usePerson()
  const queryKey = ['pod-pages', 'of a POD', pod.id]
  const { data: pages = [] } = useQuery<PageRow[], Refusal>({
    queryKey,
    queryFn: () => rowsOf(podPage).all<PageRow>({ where: { podId: pod.id }, sort: { pageNo: 1 } }),
  })
  const reload = () => void client.invalidateQueries({ queryKey })
  const mayTurn = may('create', 'pods') || may('approve', 'pods')
  const counts = pod.status === 'UPLOADED' || pod.status === 'ACCEPTED'
  return (
    <div className="pod-pages">
      <ol>
        {pages.map(page => (
          <li key={page.id}>
            <OnePage page={page} of={pages.length} lrNo={lrNo} mayTurn={mayTurn} onTurned={reload} />
          </li>
        ))}
      </ol>
      {pages.length > 0 && (
        <p>
          <a href={`/api/pods/${pod.id}/pdf`} download>
            <Icon name="download" /> Print the POD with all its pages
          </a>
        </p>
      )}
      {counts && may('create', 'pods') && pages.length > 0 && pages.length < MOST_PAGES && (
        <AddPages pod={pod} onAdded={reload} />
      )}
    </div>
  )
}

function OnePage(shown: { page: PageRow; of: number; lrNo: string; mayTurn: boolean; onTurned: () => void }) {
  const { page, of, lrNo, mayTurn } = shown
  const [busy, setBusy] = useState(false)
  const address = `/api/attachments/${page.attachmentId}/file`
  const name = page.texts.attachmentId ?? 'POD'
  const isPdf = /\.pdf$/i.test(name)
  const place = of > 1 ? `, page ${page.pageNo} of ${of}` : ''

  async function turnIt() {
    setBusy(true)
    try {
      await ask(turn, { pageId: page.id })
      shown.onTurned()
    } finally {
      setBusy(false)
    }
  }

  return (
    <figure className="pod-photo">
      {!isPdf && (
        <img
          src={address}
          alt={`The POD of LR ${lrNo}${place}`}
          loading="lazy"
          className={`is-turned-${page.quarterTurns}`}
        />
      )}
      <figcaption>
        <a href={address} download>
          <Icon name="download" /> {of > 1 && `${page.pageNo}. `}
          {name}
        </a>
        {!isPdf && mayTurn && (
          <Button size="small" loading={busy} onClick={() => void turnIt()}>
            Turn right
            <span className="for-readers">
              {' '}
              the POD of LR {lrNo}
              {place}
            </span>
          </Button>
        )}
      </figcaption>
    </figure>
  )
}

/** Adds photos or scans behind the pages that are there. */
function AddPages({ pod, onAdded }: { pod: PodRow; onAdded: () => void }) {
  const id = useId()
  const [says, setSays] = useState('')
  const [isWrong, setWrong] = useState(false)

  async function send(box: HTMLInputElement) {
    const files = [...(box.files ?? [])]
    if (files.length === 0) return
    setWrong(false)
    setSays('Sending...')
    try {
      const attachmentIds: number[] = []
      for (const file of files) attachmentIds.push((await sendFile(await compressPhoto(file), 'POD')).id)
      const { added } = await ask(add, { podId: pod.id, attachmentIds })
      setSays(added === 1 ? 'One page is added.' : `${added} pages are added.`)
      onAdded()
    } catch (error) {
      if (!isRefusal(error) && !(error instanceof UnfitFile)) throw error
      setWrong(true)
      setSays(isRefusal(error) ? (error.faults[0]?.message ?? error.message) : error.message)
    } finally {
      box.value = ''
    }
  }

  return (
    <div className="photo-buttons">
      <input
        id={id}
        className="for-readers"
        type="file"
        multiple
        accept=".pdf,.jpg,.jpeg,.png,image/*,application/pdf"
        aria-describedby={`${id}-says`}
        onChange={({ target }) => void send(target)}
      />
      <label htmlFor={id} className="photo-button is-second">
        <Icon name="upload" /> Add pages
      </label>
      <p id={`${id}-says`} role="status" className={isWrong ? 'field-error' : 'quiet'}>
        {says}
      </p>
    </div>
  )
}
