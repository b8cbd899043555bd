// German texts of e-mails to users.
import type { UserMailTexts } from './user-mail-texts.ts'

export const de: UserMailTexts = {
  actions: {
    APPROVAL_DECLINED: 'Anforderung abgelehnt',
    APPROVAL_GIVEN: 'Anforderung genehmigt',
    APPROVAL_REQUESTED: 'Genehmigung angefordert',
    CONTROLS_WEAKENED: 'Schutzmaßnahmen gelockert',
    GATEWAY_SETTINGS_CHANGED: 'Gateway-Einstellungen geändert',
    LINK_CHANGED: 'Acquirer-Verbindung geändert',
    LINK_CREATED: 'Acquirer-Verbindung erstellt',
    LINK_DISABLED: 'Acquirer-Verbindung deaktiviert',
    LINK_ENABLED: 'Acquirer-Verbindung aktiviert',
    ROUTES_CHANGED: 'Routen geändert',
  },
  code: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    text: 'Geben Sie diesen Code auf Ihrer Kontoseite in der Konsole ein, angemeldet als {login}. Er gilt {minutes} Minuten.',
    unexpected: 'Wenn Sie diesen Code nicht angefordert haben, ignorieren Sie diese E-Mail.',
  },
  addressChanged: {
    subject: 'Meldungen kommen nicht mehr an diese Adresse',
    text: 'Meldungen für {login} kommen nicht mehr an diese Adresse. {actor} hat am {time} die Adresse oder den Benutzer geändert.',
    unexpected: 'Wenn Sie das nicht erwartet haben, informieren Sie sofort einen Benutzeradministrator.',
  },
  alert: {
    subject: 'Meldung: {action}',
    time: 'Zeit',
    user: 'Benutzer',
    merchant: 'Händler',
    link: 'Acquirer-Anbindung',
    weakened: 'Die Schutzmaßnahmen sind schwächer als zuvor.',
    changes: 'Änderungen',
    more: 'und {count} weitere',
    none: 'kein Wert',
  },
  summary: {
    subject: 'Tagesübersicht: {count} Änderungen an Schutzmaßnahmen, Verbindungen und Zugängen',
    text: 'Von {from} bis {until}:',
  },
  attention: {
    MONEY_AT_RISK: {
      subject: 'Geld in Gefahr: {count}',
      text: 'Für diese Transaktionen hat ein Acquirer möglicherweise Geld bewegt, obwohl sie fehlgeschlagen sind oder kein Ergebnis haben. Das Gateway konnte das nicht selbst klären.',
      merchant:
        'Sagen Sie Zahlern nicht, dass nichts belastet wurde, und wiederholen Sie die Zahlungen nicht. Fragen Sie den Betreiber nach dem Ergebnis.',
      operator: 'Fragen Sie den Acquirer nach dem Ergebnis, und klären Sie sie dann manuell.',
    },
    PARKED_NOTIFICATIONS: {
      subject: 'Nicht mehr gesendete Benachrichtigungen: {count}',
      text: 'Der Server hat diese Benachrichtigungen nicht angenommen, und das Gateway sendet sie nicht mehr. Von den Zahlungen ist nichts verloren.',
      merchant: 'Beheben Sie den Fehler Ihres Servers, und senden Sie sie dann aus dem Zustellprotokoll erneut.',
      operator:
        'Informieren Sie den Händler, dessen Server in Ordnung gebracht werden muss; danach können sie aus dem Zustellprotokoll erneut gesendet werden.',
    },
    OVERDUE_DISPUTES: {
      subject: 'Überfällige Reklamationen: {count}',
      text: 'Der letzte Tag für eine Antwort an die Bank ist vorbei, und es ist nicht vermerkt, dass Belege gesendet wurden.',
      merchant:
        'Fragen Sie den Acquirer, ob Belege noch angenommen werden. Wenn Sie sie gesendet haben, vermerken Sie das in der Konsole.',
      operator: 'Fragen Sie den Händler, ob Belege gesendet wurden, und den Acquirer, ob sie noch angenommen werden.',
    },
  },
  orders: 'Bestellungen',
  merchants: 'Händler',
  open: 'In der Konsole öffnen:',
}
