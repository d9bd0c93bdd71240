import { Button } from 'antd'
import { useState } from 'react'
import { isRefusal } from '../../shell/api.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { sendFile } from '../../shell/send-file.ts'
import type { Control } from './control.ts'
import './file-input.css'

const MEGABYTE = 1024 * 1024

/** Uploads a file that belongs to the edited row at once; the row stores its id. */
export function FileInput(
  file: Control & {
    /** The owner of the file, as the server names it. */
    owner: string
    /** The accepted file extensions, such as `.pdf,.png`. */
    accept: string
    largestMb?: number
    /** The name of the file on the button that removes it. */
    what: string
    value: number | null
    name: string | null | undefined
    onChange: (id: number | null) => void
  },
) {
  const { value, onChange, id, accept, largestMb = 10 } = file
  const [sent, setSent] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function upload(chosen: File | undefined) {
    if (!chosen) return
    const endings = accept.split(',')
    if (!endings.some(ending => chosen.name.toLowerCase().endsWith(ending)))
      return setProblem(`Choose a file that ends in ${endings.join(', ')}.`)
    if (chosen.size > largestMb * MEGABYTE)
      return setProblem(`${chosen.name} is larger than ${largestMb} MB: choose a smaller file.`)
    setProblem('')
    setBusy(true)
    try {
      const made = await sendFile(chosen, file.owner)
      setSent(made.fileName)
      onChange(made.id)
    } catch (error) {
      setProblem(isRefusal(error) ? error.message : 'The file could not be uploaded.')
    } finally {
      setBusy(false)
    }
  }

  if (value !== null) {
    return (
      <span className="kept-file">
        <Icon name="check" /> {sent ?? file.name ?? `${file.what} attached`}
        <Button id={id} size="small" onClick={() => onChange(null)}>
          Remove<span className="for-readers"> the {file.what}</span>
        </Button>
      </span>
    )
  }
  return (
    <>
      <input
        id={id}
        type="file"
        className="file-box"
        accept={accept}
        disabled={busy}
        aria-describedby={file['aria-describedby']}
        aria-invalid={file['aria-invalid']}
        onChange={event => void upload(event.target.files?.[0])}
      />
      <span role="status" className={problem ? 'field-error' : 'quiet'}>
        {busy ? 'Uploading...' : problem}
      </span>
    </>
  )
}
