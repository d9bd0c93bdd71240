import { useEffect, useId, useState } from 'react'
import { Icon } from '../../shell/menu/icons.tsx'
import { compressPhoto, UnfitFile } from './compress-photo.ts'

/** Takes a photo by the camera of a phone, or a file, and shows it. */
export function PhotoInput(input: {
  id: string
  value: File | null
  error: string | undefined
  onChange: (photo: File | null) => void
}) {
  const cameraId = useId()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  async function take(box: HTMLInputElement) {
    const [file] = box.files ?? []
    if (!file) return
    setProblem('')
    setBusy(true)
    try {
      input.onChange(await compressPhoto(file))
    } catch (error) {
      if (!(error instanceof UnfitFile)) throw error
      input.onChange(null)
      setProblem(error.message)
    } finally {
      setBusy(false)
      // The same file may be chosen again.
      box.value = ''
    }
  }

  const word = problem || input.error
  return (
    <fieldset className="photo-input">
      <legend className="field-label">
        Photo or scan of the signed LR
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
          <Icon name="camera" /> {input.value ? 'Take another photo' : 'Take photo'}
        </label>
        <input
          id={input.id}
          className="for-readers"
          type="file"
          accept=".pdf,.jpg,.jpeg,.png,.heic,.heif,image/*,application/pdf"
          aria-describedby={`${input.id}-says`}
          onChange={({ target }) => void take(target)}
        />
        <label htmlFor={input.id} className="photo-button is-second">
          <Icon name="upload" /> Choose file
        </label>
      </div>
      <p id={`${input.id}-says`} role="status" className={word ? 'field-error' : 'quiet'}>
        {busy ? 'Making the photo smaller...' : word || (input.value?.name ?? 'JPG, PNG or PDF')}
      </p>
      {input.value && <Preview file={input.value} />}
    </fieldset>
  )
}

function Preview({ file }: { file: File }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file.type.startsWith('image/')) return setAddress(undefined)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address ? <img className="photo-preview" src={address} alt="The POD as it will be sent" /> : null
}
