import { Button } from 'antd'
import { useState } from 'react'
import type { Control } from '../derive/control.ts'
import { api, isRefusal } from '../shell/api.ts'
import { Icon } from '../shell/icons.tsx'

const LARGEST = 10 * 1024 * 1024
const KINDS = /\.(pdf|png|jpe?g|xlsx)$/i

/** The customer's purchase order as a file: uploaded at once, kept by its id. */
export function PoFile(
  file: Control & { value: number | null; name: string | undefined; onChange: (id: number | null) => void },
) {
  const { value, onChange, id } = file
  const [sent, setSent] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function upload(chosen: File | undefined) {
    if (!chosen) return
    if (!KINDS.test(chosen.name)) return setProblem('Choose a PDF, PNG, JPG or XLSX file.')
    if (chosen.size > LARGEST) return setProblem(`${chosen.name} is larger than 10 MB: choose a smaller file.`)
    setProblem('')
    setBusy(true)
    const form = new FormData()
    form.append('file', chosen)
    form.append('ownerType', 'ORDER')
    form.append('title', chosen.name.slice(0, 120))
    try {
      const { data } = await api.post<{ id: number; fileName: string }>('/attachments', form)
      setSent(data.fileName)
      onChange(data.id)
    } catch (error) {
      setProblem(isRefusal(error) ? error.message : 'The file could not be uploaded.')
    } finally {
      setBusy(false)
    }
  }

  if (value !== null) {
    return (
      <span className="po-file">
        <Icon name="check" /> {sent ?? file.name ?? 'PO file attached'}
        <Button id={id} size="small" onClick={() => onChange(null)}>
          Remove<span className="for-readers"> the PO file</span>
        </Button>
      </span>
    )
  }
  return (
    <>
      <input
        id={id}
        type="file"
        className="po-input"
        accept=".pdf,.png,.jpg,.jpeg,.xlsx"
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
