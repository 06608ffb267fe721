/**
 * Other words for fields: names of columns in English, Dutch, German, French and Spanish. A word with one meaning is read
 * as that field, with a note. A word with several meanings is only proposed.
 *
 * Each word is listed under its source:
 * - moodle: the language packs of Moodle (LANGUAGE_utf8/moodle.php, group.php and enrol_authorize.php; firstname,
 *   lastname, email, username, idnumber, city, country, phone, phone2, groupname, zipcode), whose exports have these headers
 * - openolat: the translations of OpenOLAT (org/olat/user/propertyhandlers/_i18n), whose lists of users have them
 * - dictionary: a usual word of the language. No list of a program that has it was found.
 */
type Source = 'moodle' | 'openolat' | 'dictionary';

export const SYNONYMS: Readonly<Record<string, Readonly<Partial<Record<Source, readonly string[]>>>>> = {
  FirstName: {
    moodle: ['voornaam', 'vorname', 'prénom', 'nombre'],
    dictionary: ['given name', 'forename', 'christian name', 'first', 'roepnaam', 'nombre de pila'],
  },
  LastName: {
    moodle: ['surname', 'achternaam', 'nachname', 'apellido', 'nom'],
    openolat: ['familienaam', 'apellidos'],
    dictionary: ['name', 'family name', 'last', 'familienname', 'zuname', 'nom de famille', 'apellido(s)'],
  },
  Email: {
    moodle: ['e-mail address', 'e-mailadres', 'e-mail-adresse', 'adresse de courriel', 'dirección de correo'],
    openolat: ['dirección de e-mail'],
    dictionary: [
      'mail',
      'mail address',
      'mailadres',
      'mailadresse',
      'courriel',
      'adresse e-mail',
      'adresse mail',
      'adresse courriel',
      'adresse électronique',
      'correo',
      'correo electrónico',
      'dirección de correo electrónico',
    ],
  },
  UserName: {
    moodle: ['gebruikersnaam', 'anmeldename', "nom d'utilisateur", 'nombre de usuario'],
    openolat: ['benutzername'],
    dictionary: ['login', 'login name', 'account', 'inlognaam', 'identifiant de connexion', 'usuario'],
  },
  CandidateExtId: {
    moodle: ['id number', 'nummer (id)', 'id-nummer', "numéro d'identification", 'número de id'],
    openolat: ['institutionsnummer (matrikelnummer)'],
    dictionary: [
      'candidate id',
      'candidate number',
      'student id',
      'student number',
      'external id',
      'user id',
      'id',
      'kandidaatnummer',
      'studentnummer',
      'leerlingnummer',
      'kandidatennummer',
      'matrikelnummer',
      'matrikelnr.',
      'matrikel-nr.',
      'numéro de candidat',
      "numéro d'étudiant",
      'numéro étudiant',
      "numéro d'élève",
      'matricule',
      'número de candidato',
      'número de estudiante',
      'número de alumno',
      'matrícula',
    ],
  },
  ExternalId: {
    moodle: ['id number', 'nummer (id)', 'id-nummer', "numéro d'identification", 'número de id'],
    openolat: ['institutionsnummer (matrikelnummer)'],
    dictionary: [
      'student id',
      'student number',
      'employee number',
      'user id',
      'id',
      'studentnummer',
      'leerlingnummer',
      'personeelsnummer',
      'matrikelnummer',
      'matrikelnr.',
      'matrikel-nr.',
      'personalnummer',
      "numéro d'étudiant",
      'numéro étudiant',
      "numéro d'élève",
      'matricule',
      'numéro de matricule',
      'número de estudiante',
      'número de alumno',
      'número de empleado',
      'matrícula',
    ],
  },
  UserExtId: {
    dictionary: ['user id', 'external id', 'invigilator id', 'invigilator', 'id'],
  },
  ScheduleExtId: {
    dictionary: ['schedule id', 'schedule', 'sitting', 'sitting id'],
  },
  AssessmentExtId: {
    dictionary: ['assessment id', 'assessment', 'exam', 'exam id'],
  },
  GroupExtId: {
    moodle: ['group'],
    dictionary: ['group id'],
  },
  GroupName: {
    moodle: [
      'group',
      'groepsnaam',
      'gruppenname',
      'nom du groupe',
      'nombre del grupo',
      'groep',
      'gruppe',
      'groupe',
      'grupo',
    ],
    dictionary: ['group title'],
  },
  StartDateTime: {
    dictionary: [
      'start',
      'start time',
      'start date',
      'begin',
      'begintijd',
      'starttijd',
      'beginn',
      'startzeit',
      'début',
      'heure de début',
      'inicio',
      'hora de inicio',
    ],
  },
  EndDateTime: {
    dictionary: [
      'end',
      'end time',
      'end date',
      'einde',
      'eindtijd',
      'ende',
      'endzeit',
      'fin',
      'heure de fin',
      'hora de fin',
    ],
  },
  PIN: {
    dictionary: ['pin code', 'exam pin', 'pincode', 'code pin', 'código pin'],
  },
  SpecialNeeds: {
    dictionary: ['accommodation', 'accommodations', 'reasonable adjustment'],
  },
  ReasonableAdjustmentPercentage: {
    dictionary: ['extra time', 'extra time %', 'extra time (%)', 'extra time percentage'],
  },
  ObjectiveRepositories: {
    dictionary: ['repository', 'repositories', 'learning objectives'],
  },
  DateOfBirth: {
    openolat: ['birth date', 'geboortedatum', 'geburtsdatum', 'date de naissance', 'fecha de nacimiento'],
    dictionary: ['birthday', 'dob'],
  },
  PhoneNumber: {
    moodle: ['phone', 'telefoon', 'telefon', 'téléphone', 'teléfono'],
    dictionary: [
      'telephone',
      'telephone number',
      'telefoonnummer',
      'telefonnummer',
      'numéro de téléphone',
      'número de teléfono',
    ],
  },
  CellularPhone: {
    moodle: ['mobiele telefoon', 'mobiltelefon', 'téléphone mobile', 'teléfono móvil'],
    openolat: [
      'téléphone portable',
      'phone number mobile',
      'phone mobile',
      'gsm-nummer',
      'telefon mobil',
      'nº de teléfono móvil',
    ],
    dictionary: [
      'mobile',
      'mobile phone',
      'cell phone',
      'mobiel',
      'mobiel nummer',
      'handy',
      'handynummer',
      'mobilnummer',
      'portable',
      'móvil',
    ],
  },
  City: {
    moodle: ['plaats', 'ville', 'ciudad', 'city/town', 'stadt/ort'],
    openolat: ['stad', 'stadt'],
    dictionary: ['town', 'woonplaats', 'wohnort', 'ort', 'localité', 'localidad'],
  },
  PostalCode: {
    moodle: ['code postal', 'código postal'],
    openolat: ['zip code', 'postcode', 'postleitzahl', 'npa / code postal'],
    dictionary: ['zip', 'plz'],
  },
  CountryCode: {
    moodle: ['country', 'land', 'pays', 'país'],
    dictionary: ['landcode', 'ländercode', 'code pays', 'código de país', 'código del país'],
  },
  Photo: {
    dictionary: ['foto'],
  },
  Role: {
    dictionary: ['rol', 'rolle', 'rôle'],
  },
  Title: {
    dictionary: ['titel', 'titre', 'título'],
  },
  Company: {
    dictionary: ['bedrijf', 'firma', 'unternehmen', 'entreprise', 'société', 'empresa', 'compañía'],
  },
};
