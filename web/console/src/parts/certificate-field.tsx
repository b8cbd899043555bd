// A field for a certificate: pasted as PEM, or chosen as a file.
import { Button, FileButton, Group, Textarea } from '@mantine/core'
import { t } from '../language/text.ts'

interface CertificateFieldProps {
  readonly description: string
  readonly pem: string
  readonly onChange: (pem: string) => void
  readonly error: string | undefined
}

export function CertificateField({ description, pem, onChange, error }: CertificateFieldProps) {
  return (
    <>
      <Textarea
        label={t('Certificate (PEM)')}
        description={description}
        placeholder="-----BEGIN CERTIFICATE-----"
        autosize
        minRows={6}
        maxRows={12}
        value={pem}
        error={error}
        classNames={{ input: 'code' }}
        spellCheck={false}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group>
        <FileButton accept=".pem,.crt,.cer" onChange={(file) => void (file && pemOf(file).then(onChange))}>
          {(props) => (
            <Button {...props} variant="default">
              {t('Choose a file')}
            </Button>
          )}
        </FileButton>
      </Group>
    </>
  )
}

/** Some authorities issue certificates in DER. */
async function pemOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  if (text.includes('-----BEGIN')) return text
  const lines = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
