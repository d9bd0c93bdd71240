import { Button } from 'antd'
import { useEffect, useId, useState } from 'react'
import { MOST_PAGES } from '../../../resources/dispatches/pods/pod-file-name.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { compressPhoto, UnfitFile } from './compress-photo.ts'

/** Takes the pages of a POD by the camera of a phone, or as files, and shows them in their order. */
export function PhotoInput(input: {
  id: string
  value: readonly File[]
  error: string | undefined
  onChange: (pages: File[]) => void
}) {
  const cameraId = useId()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const pages = input.value

  async function take(box: HTMLInputElement) {
    const files = [...(box.files ?? [])]
    if (files.length === 0) return
    setProblem('')
    setBusy(true)
    try {
      const taken: File[] = []
      for (const file of files) taken.push(await compressPhoto(file))
      if (pages.length + taken.length > MOST_PAGES) setProblem(`A POD has at most ${MOST_PAGES} pages.`)
      input.onChange([...pages, ...taken].slice(0, MOST_PAGES))
    } catch (error) {
      if (!(error instanceof UnfitFile)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
      // The same file may be chosen again.
      box.value = ''
    }
  }

  const word = problem || input.error
  const count = pages.length === 1 ? pages[0]!.name : `${pages.length} pages`
  return (
    <fieldset className="photo-input">
      <legend className="field-label">
        Photo or scan of the signed LR, page by page
        <span className="required" aria-hidden="true">
          {' '}
          *
        </span>
      </legend>
      <div className="photo-buttons">
        <input
          id={cameraId}
          className="for-readers"
          type="file"
          accept="image/*"
          capture="environment"
          onChange={({ target }) => void take(target)}
        />
        <label htmlFor={cameraId} className="photo-button">
          <Icon name="camera" /> {pages.length > 0 ? 'Take photo of the next page' : 'Take photo'}
        </label>
        <input
          id={input.id}
          className="for-readers"
          type="file"
          multiple
          accept=".pdf,.jpg,.jpeg,.png,.heic,.heif,image/*,application/pdf"
          aria-describedby={`${input.id}-says`}
          onChange={({ target }) => void take(target)}
        />
        <label htmlFor={input.id} className="photo-button is-second">
          <Icon name="upload" /> Choose files
        </label>
      </div>
      <p id={`${input.id}-says`} role="status" className={word ? 'field-error' : 'quiet'}>
        {busy ? 'Making the photo smaller...' : word || (pages.length > 0 ? count : 'JPG, PNG or PDF')}
      </p>
      <ol className="photo-pages">
        {pages.map((file, at) => (
          <li key={`${file.name} ${file.lastModified} ${file.size}`}>
            <Preview file={file} place={pages.length > 1 ? `, page ${at + 1}` : ''} />
            <Button size="small" onClick={() => input.onChange(pages.filter(one => one !== file))}>
              Remove<span className="for-readers"> page {at + 1}</span>
            </Button>
          </li>
        ))}
      </ol>
    </fieldset>
  )
}

function Preview({ file, place }: { file: File; place: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file.type.startsWith('image/')) return setAddress(undefined)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address ? (
    <img className="photo-preview" src={address} alt={`The POD as it will be sent${place}`} />
  ) : (
    <span>{file.name}</span>
  )
}
